import type { ScheduleModel } from './model.js';
import { runAgain, unknownWait } from './run-again.js';

/** `Consumer.create({ queueUrl, handleMessage })`: a message whose handler fails comes again, as often as its queue says. */
export const sqsConsumer: ScheduleModel = {
  id: 'sqs-consumer',
  packages: /^sqs-consumer$/,
  paths: /^(?:default\.)?Consumer\.(?:create|new)$|^(?:default\.)?Consumer$/,
  read: (call) => {
    const { options, symbol } = call;
    const queue = options.text(0, 'queueUrl')?.split('/').at(-1) ?? 'queue';
    return {
      event: queue,
      functions: ['handleMessage', 'handleMessageBatch'].flatMap((key) => options.functions(0, key)),
      retries: runAgain('sqs-consumer', symbol(`${queue}.receives`), unknownWait(call, queue)),
      how: queue,
    };
  },
};
