import type { Quantity } from '../quantity.js';
import type { ScheduleCall, ScheduleModel, Scheduled } from './model.js';

/** `useQuery({ queryFn, refetchInterval })`: each instance of the component asks again while it is shown. */
export const reactQuery: ScheduleModel = {
  id: 'react-query',
  packages: /^(?:@tanstack\/[a-z]+-query|react-query)$/,
  paths: /^(?:use|create|inject)(?:Suspense)?(?:Infinite)?Query$/,
  read: (call) =>
    refetched(call, call.options.number(0, 'refetchInterval'), call.options.functions(0, 'queryFn')),
};

/** `useSWR(key, fetcher, { refreshInterval })`. */
export const swr: ScheduleModel = {
  id: 'swr',
  packages: /^swr(?:\/.*)?$/,
  paths: /^(?:default\.)?(?:useSWR\w*)?$/,
  read: (call) => refetched(call, call.options.number(2, 'refreshInterval'), call.options.functions(1)),
};

function refetched(
  { component, symbol }: ScheduleCall,
  everyMs: Quantity | undefined,
  functions: Scheduled['functions'],
): Scheduled | undefined {
  if (everyMs === undefined || (everyMs.kind === 'constant' && everyMs.value === 0)) return undefined;
  return {
    trigger: { kind: 'periodic', everyMs, immediate: false, guard: 'overlap', reach: 'cluster' },
    functions,
    how: `refetched by ${component}`,
    times: symbol(`instances(${component})`),
    also: 'now',
  };
}
