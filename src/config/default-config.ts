import type { Config } from '../model/config.js';

/** What holds where there is no config file. */
export const defaultConfig: Config = {
  file: undefined,
  catalogs: undefined,
  servers: {},
  credentials: [],
  accounts: {},
  assume: {},
  rules: {},
  clients: [],
  include: [],
  exclude: [],
};
