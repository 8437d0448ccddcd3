/** Packages that need a server of their own stand in by their documented behaviour. */
export const standIns: Readonly<Record<string, string>> = {
  // A queue in one process: a worker takes one job at a time unless `concurrency` says otherwise.
  bullmq: `
const queues = new Map();
const queueOf = (name) => {
  if (!queues.has(name)) {
    const queue = { jobs: [], workers: [] };
    queue.deliver = (data) => { queue.jobs.push(data); queue.workers.forEach((work) => work()); };
    queues.set(name, queue);
    globalThis.benchQueue?.(name, () => queue.deliver({ attemptsMade: 0 }));
  }
  return queues.get(name);
};
export class Queue {
  constructor(name, { defaultJobOptions = {} } = {}) {
    this.queue = queueOf(name);
    this.options = defaultJobOptions;
  }
  send(name, data, own = {}) {
    const opts = { ...this.options, ...own };
    const deliver = () => this.queue.deliver({ name, data, opts, attemptsMade: 0 });
    if (opts.delay) setTimeout(deliver, opts.delay);
    else deliver();
  }
  async add(name, data, options = {}) {
    const every = options.repeat?.every;
    if (every) setInterval(() => this.send(name, data, options), every);
    else this.send(name, data, options);
  }
  async addBulk(jobs) { for (const { name, data, opts } of jobs) this.send(name, data, opts); }
  async upsertJobScheduler(id, { every }, job = {}) {
    this.send(job.name, job.data, job.opts);
    setInterval(() => this.send(job.name, job.data, job.opts), every);
  }
}
export class Worker {
  constructor(name, run, { concurrency = 1, limiter } = {}) {
    const queue = queueOf(name);
    let busy = 0;
    let left = limiter?.max ?? Infinity;
    let until = 0;
    const work = () => {
      while (busy < concurrency && queue.jobs.length > 0) {
        // A counter that lives for \`duration\` from the first job that it counts.
        if (limiter && Date.now() >= until) [left, until] = [limiter.max, Date.now() + limiter.duration];
        if (left <= 0) return void setTimeout(work, until - Date.now());
        left--;
        busy++;
        const job = queue.jobs.shift();
        Promise.resolve().then(() => run(job)).catch(() => again(job)).then(() => { busy--; work(); });
      }
    };
    // A job that failed runs again up to \`attempts\` times in all, after its backoff.
    const again = (job) => {
      const { attempts = 1, backoff } = job.opts ?? {};
      if (++job.attemptsMade >= attempts) return;
      const { type, delay } = typeof backoff === 'number' ? { type: 'fixed', delay: backoff } : (backoff ?? { delay: 0 });
      const wait = type === 'exponential' ? 2 ** (job.attemptsMade - 1) * delay : delay;
      if (wait > 0) setTimeout(() => queue.deliver(job), wait);
      else queue.deliver(job);
    };
    queue.workers.push(work);
    work();
  }
  on() { return this; }
}
`,
  // Each call begins the function from the start, with the results of the steps so far: a step that is found alone is
  // done in the same call; several are each asked for by a call of their own, and so are all that come later.
  inngest: `
import cron from 'node-cron';
const waits = [15, 30, 60, 120, 300, 600].map((seconds) => seconds * 1000);
const never = new Promise(() => {});
class Run {
  constructor(handler, retries) {
    Object.assign(this, { handler, retries, kept: new Map(), asked: new Set(), isPlanned: false });
    this.call();
  }
  async call(wanted, attempt = 0) {
    const found = new Map();
    const times = new Map();
    let isFound;
    const stopped = new Promise((resolve) => { isFound = resolve; });
    const tool = (id, work) => {
      const before = times.get(id) ?? 0;
      times.set(id, before + 1);
      const key = before === 0 ? id : id + ':' + before;
      if (this.kept.has(key)) return Promise.resolve(this.kept.get(key));
      found.set(key, work);
      isFound(true);
      return never;
    };
    const step = {
      run: (id, work) => tool(id, async () => work()),
      sleep: (id, ms) => tool(id, () => new Promise((resolve) => setTimeout(resolve, ms))),
    };
    try {
      const isOpen = await Promise.race([this.handler({ event: { data: {} }, step }).then(() => false), stopped]);
      if (!isOpen) return;
      for (let i = 0; i < 50; i++) await null;
      if (wanted === undefined && (found.size > 1 || this.isPlanned)) {
        this.isPlanned = true;
        const fresh = [...found.keys()].filter((key) => !this.asked.has(key));
        for (const key of fresh) this.asked.add(key);
        for (const key of fresh) this.call(key);
        return;
      }
      const key = wanted ?? [...found.keys()][0];
      if (found.has(key)) this.kept.set(key, await found.get(key)());
    } catch {
      if (attempt < this.retries) setTimeout(() => this.call(wanted, attempt + 1), waits[attempt]);
      return;
    }
    this.call();
  }
}
export class Inngest {
  createFunction({ retries = 4 }, trigger, handler) {
    cron.schedule(trigger.cron, () => void new Run(handler, retries));
  }
}
`,
};
