import cron from 'node-cron';
import { nightlyCopy } from './jobs/nightly-copy.js';
import { emptyOutbox } from './jobs/outbox.js';

cron.schedule('30 2 * * *', nightlyCopy, { timezone: 'Europe/Berlin', noOverlap: true });
cron.schedule('*/15 * * * *', emptyOutbox, { noOverlap: true });
