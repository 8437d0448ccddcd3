import type { AnalyzedRequest } from '../model/analysis.js';

const tokenPath =
  /\/(?:oauth2?|openid-connect|connect)(?:\/v\d[\w.]*)?\/(?:token|authorize|revoke|revocation|introspect)\/?(?:[?#]|$)/i;
const maybeTokenPath = /\/(?:access_?)?token\/?(?:[?#]|$)/i;

/** Whether a call asks an authorization server for a token, or about one: no operation of an API. */
export function isTokenRequest({ request }: AnalyzedRequest): boolean {
  const url = request.url.map((part) => (part.kind === 'text' ? part.text : '{}')).join('');
  if (tokenPath.test(url)) return true;
  if (request.asksForToken === true) return true;
  const { body } = request;
  if (body?.kind === 'object' && Object.hasOwn(body.fields, 'grant_type')) return true;
  if (request.query?.includes('grant_type') === true) return true;
  if (!maybeTokenPath.test(url)) return false;
  const type = request.headers['content-type'];
  return type?.some((part) => part.kind === 'text' && part.text.includes('x-www-form-urlencoded')) === true;
}
