import { axiosModel } from './axios.js';
import type { ClientModel } from './client-model.js';
import { fetchModel } from './fetch.js';

/** Every HTTP client that is known, by id. One line a client. */
export const clientModels: readonly ClientModel[] = [axiosModel, fetchModel];
