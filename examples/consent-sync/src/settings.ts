export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const settings = {
  baseUrl: required('OT_BASE_URL'),
  pageSize: 50,
  sync: {
    clientId: required('SYNC_CLIENT_ID'),
    clientSecret: required('SYNC_CLIENT_SECRET'),
  },
  dsar: {
    clientId: required('DSAR_CLIENT_ID'),
    clientSecret: required('DSAR_CLIENT_SECRET'),
  },
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
