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
    globalThis.benchQueue?.(name, () => queue.deliver({}));
  }
  return queues.get(name);
};
export class Queue {
  constructor(name) { this.queue = queueOf(name); }
  async add(name, data, options = {}) {
    const every = options.repeat?.every;
    if (every) setInterval(() => this.queue.deliver({ name, data }), every);
    else this.queue.deliver({ name, data });
  }
  async addBulk(jobs) { for (const { name, data } of jobs) this.queue.deliver({ name, data }); }
  async upsertJobScheduler(id, { every }, job = {}) {
    this.queue.deliver({ name: job.name, data: job.data });
    setInterval(() => this.queue.deliver({ name: job.name, data: job.data }), every);
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
        Promise.resolve().then(() => run(job)).catch(() => undefined).then(() => { busy--; work(); });
      }
    };
    queue.workers.push(work);
    work();
  }
  on() { return this; }
}
`,
};
