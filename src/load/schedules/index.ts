import { agendaDefine, agendaEvery, agendaSend } from './agenda.js';
import { awsCdk } from './aws-cdk.js';
import { beeQueueProcess, beeQueueSave } from './bee-queue.js';
import { bree } from './bree.js';
import { bullFlow } from './bullmq-flows.js';
import { bullScheduler, bullWorker } from './bullmq.js';
import { cron } from './cron.js';
import { croner } from './croner.js';
import { firebase, firebaseEvents, firebaseTasks } from './firebase.js';
import { inngest, netlify, triggerDev } from './hosted.js';
import type { JobModel, ScheduleModel } from './model.js';
import { nestSchedule } from './nest.js';
import { nodeCron } from './node-cron.js';
import { nodeSchedule } from './node-schedule.js';
import { pgBossSchedule, pgBossSend, pgBossWork } from './pg-boss.js';
import { pm2Config } from './pm2-config.js';
import { reactQuery, swr } from './queries.js';
import { sqsConsumer } from './sqs.js';
import { toadJob, toadTask } from './toad-scheduler.js';

/** Schedulers that are known; timers of the language are read where they stand. */
export const schedules: readonly ScheduleModel[] = [
  nodeCron,
  cron,
  croner,
  nodeSchedule,
  toadTask,
  toadJob,
  agendaDefine,
  agendaEvery,
  agendaSend,
  bullWorker,
  bullScheduler,
  bullFlow,
  pgBossWork,
  pgBossSend,
  pgBossSchedule,
  beeQueueProcess,
  beeQueueSave,
  sqsConsumer,
  firebase,
  firebaseTasks,
  firebaseEvents,
  inngest,
  triggerDev,
  netlify,
  reactQuery,
  swr,
  nestSchedule,
];

/** What runs files, and says so in code. */
export const jobModels: readonly JobModel[] = [awsCdk, bree, pm2Config];
