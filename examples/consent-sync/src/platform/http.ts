import axios from 'axios';
import { settings } from '../settings.js';
import { accessToken } from './token.js';

/** The read side: everything that the nightly copy needs. */
export const consentApi = axios.create({
  baseURL: settings.baseUrl,
  timeout: 30_000,
  headers: { accept: 'application/json' },
});

consentApi.interceptors.request.use(async (config) => {
  config.headers.set('Authorization', `Bearer ${await accessToken(settings.sync)}`);
  return config;
});
