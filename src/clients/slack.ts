import { map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, undefinedValue, type Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, partsOf, stepArguments, targets } from './client-values.js';
import { authorization, baseOption } from './options.js';
import { normalize } from '../values/parts.js';

/** `new WebClient(token)`, a Bolt app's client, and what Bolt passes to listeners. */
const client = /^(?:WebClient\.new|App\.new\.client|AllMiddlewareArgs\.new\.client)\.(.+)$/;
/** Families of the Web API's methods; other members of the client are its own. */
const families: ReadonlySet<string> = new Set(
  (
    'admin agents api apps assistant auth blocks bookmarks bots calls canvases chat conversations dialog dnd emoji entity ' +
    'files functions migration oauth openid pins reactions reminders rtm search slackLists stars team tooling usergroups ' +
    'users views workflows'
  ).split(' '),
);

/** Slack's `WebClient`: a member path is the method's name, and every method is posted. */
export const slackModel: ClientModel = {
  id: 'slack',
  title: 'Slack WebClient',
  docsUrl: 'https://docs.slack.dev/tools/node-slack-sdk/web-api/',
  modules: ['@slack/web-api', '@slack/bolt'],
  types: ['@slack/web-api#WebClient', '@slack/bolt#AllMiddlewareArgs', '@slack/bolt#App'],
  request(call) {
    const member = call.isNew ? undefined : client.exec(call.path)?.[1];
    if (member === undefined || /[()]/.test(member)) return undefined;
    if (member === 'apiCall' || member === 'paginate') return parts(call, argument(call, 0), 1);
    if (member === 'filesUploadV2' || member === 'files.uploadV2') return upload(call);
    if (!member.includes('.') || !families.has(member.split('.')[0] ?? '')) return undefined;
    return parts(call, fixed(member), 0);
  },
};

function parts(call: ClientCall, methods: Alternatives, bodyAt: number): RequestParts {
  const body = lazyArgument(call, bodyAt);
  const paths = map(methods, (name) => ({ kind: 'string' as const, parts: normalize(partsOf(call, name)) }));
  const made = stepArguments(
    call.callee,
    (step, before) => step.kind === 'new' && before.endsWith('WebClient'),
  );
  const options = made ? argumentAt(call.m, made, 1) : sure(undefinedValue);
  return {
    targets: targets(
      call,
      fixed('POST'),
      paths,
      map(baseOption(call, [options], 'slackApiUrl'), (base) => (base.kind === 'undefined' ? root : base)),
    ),
    headers: made ? [authorization(call, 'Bearer', argumentAt(call.m, made, 0))] : [],
    ...(body ? { body } : {}),
  };
}

const root = { kind: 'string', parts: [{ kind: 'text', text: 'https://slack.com/api/' }] } as const;

/** `files.uploadV2` is two methods of the Web API around an upload to a URL that the first one gives. */
function upload(call: ClientCall): RequestParts {
  const [first, second] = ['files.getUploadURLExternal', 'files.completeUploadExternal'].map((name) =>
    parts(call, fixed(name), 0),
  );
  return {
    ...(first ?? parts(call, fixed('files.uploadV2'), 0)),
    targets: [...(first?.targets ?? []), ...(second?.targets ?? [])],
  };
}
