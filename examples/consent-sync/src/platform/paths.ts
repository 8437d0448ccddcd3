const CONSENT_V1 = '/api/consentmanager/v1';
const CONSENT_V2 = '/api/consentmanager/v2';
const REQUESTS = '/api/datasubject/v2/requestqueues';

/** Every path of the platform that this service calls. */
export const paths = {
  token: '/api/access/v1/oauth/token',
  purposes: `${CONSENT_V2}/purposes`,
  purpose: (id: string) => `${CONSENT_V2}/purposes/${id}`,
  dataSubjects: `${CONSENT_V2}/datasubjects`,
  receipts: `${CONSENT_V1}/receipts`,
  collectionPoints: `${CONSENT_V1}/collectionpoints`,
  processingActivity: (id: string) => `/api/inventory/v2/inventories/processing-activities/${id}`,
  openRequest: (templateId: string) => `${REQUESTS}/${templateId}`,
  searchRequests: (language: string) => `${REQUESTS}/search/${language}`,
  requestStatus: (traceId: string) => `${REQUESTS}/status/${traceId}`,
  comments: (reference: string) => `${REQUESTS}/${reference}/comments`,
} as const;
