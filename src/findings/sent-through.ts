import type { ClientRequest } from '../model/client-request.js';
import type { RelatedLocation } from '../model/finding.js';

/** The way of a request from its call site down to the client's own call. */
export const sentThrough = ({ via, client }: ClientRequest): RelatedLocation[] =>
  via.map((span, i) => ({
    span,
    note: i === via.length - 1 ? `sent here by ${client}` : 'through this call',
  }));
