/**
 * Reasons that the server and the agents write, by code. A name in braces stands for a value. Devices send texts, and old
 * releases of the agent send old ones, so codes are read from the text. Texts of scripts have no code.
 */
export const REASONS = {
  // Runs that did not start.
  not_connected: 'the device did not connect in time',
  secret_missing: 'the secret {names} was deleted, or this server lacks its encryption key',
  environment_too_large: 'the environment has more than {bytes} bytes including its secrets',
  code_deleted: 'the code was deleted',
  code_gone: 'the server no longer has the code',
  code_mismatch: 'the code does not match its SHA-256',
  code_not_fetched: 'the code could not be fetched: {error}',
  not_started: 'could not be started: {error}',
  not_stored: 'the device could not store the run: {error}',
  environment_missing: 'the environment of the run is missing',
  run_unknown: 'the device does not know the run',

  // Runs that were stopped.
  replaced: 'replaced',
  stopped_on_request: 'stopped on request',
  stopped_on_phone: 'stopped on the phone',
  rollout_aborted: 'the rollout was aborted',
  window_ended: 'the maintenance window ended',
  device_deleted: 'the device was deleted',
  device_removed: 'the device was removed',
  credential_withdrawn: 'the credential was withdrawn',
  agent_replaced: 'another agent took over',
  agent_stopped: 'the agent was stopped',

  // Runs that failed without an error of the script.
  timed_out: 'ran longer than {seconds} s',
  exited: 'exit code {exitCode}',
  killed: 'killed by {signal}',
  too_many_processes: 'too many processes: the run had {processes}, the limit is {limit}',
  out_of_memory: 'out of memory: the run needed more than {megabytes} MB',
  script_out_of_memory: 'out of memory: the script needed more than {megabytes} MB',
  out_of_disk: 'out of disk space: the run wrote more than {megabytes} MB to its folder',
  file_too_large: 'out of disk space: a file of the run reached the size limit',

  // Runs without a known result.
  not_responding: 'the device did not respond',
  offline_too_long: 'the device was offline for too long',
  agent_ended: 'the agent ended while the run went on',
  result_not_stored: 'the device reported a result that cannot be stored: {error}',

  // Updates of agents.
  update_unsupported: 'this agent cannot update itself: run the line under "Add device" on the device',
  update_phone: 'phones get the agent of the server when they connect',
  update_current: 'the agent is up to date',
  update_not_installed: 'the update could not be installed: {error}',
  update_interrupted: 'the agent ended during the update, and runs in its former version',
  update_failed: 'the former version is back, because the new one {error}',

  // Occurrences of schedules.
  paused: 'paused',
  previous_running: 'previous still running',
  too_many_waiting: 'too many are waiting',
  server_down: 'server was down',
  server_down_longer: 'server was down; earlier ones too',
  script_deleted: 'the script was deleted',
  script_not_approved: 'the script was changed after the schedule was approved',
  no_matching_device: 'no device matches the selector',
  all_devices_deleted: 'all of its devices were deleted',
  one_device_deleted: '1 device was deleted',
  devices_deleted: '{devices} devices were deleted',
  devices_offline: 'device offline: {offline} of {devices}',

  // Rollouts.
  paused_on_request: 'paused on request',
  none_connected: 'no device connected in time',
  too_many_failed: '{failed} of {runs} runs failed, more than {percent} %',
  wave_failed: 'wave {wave}: {reason}',

  // Webhooks.
  target_gone: 'its target answered with status 410: gone',
  target_failing: 'every request has failed for {days} days, the last one with: {error}',
} as const;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]];

/** A reason of the table, with the values of its text. */
export interface Reason {
  code: ReasonCode;
  values: Record<string, string>;
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Code extends ReasonCode> = Record<NamesIn<(typeof REASONS)[Code]>, string | number>;

/** Returns the text of a reason. */
export function writeReason<Code extends ReasonCode>(
  ...[code, values]: [NamesIn<(typeof REASONS)[Code]>] extends [never] ? [Code] : [Code, ValuesOf<Code>]
): string {
  const given: Record<string, string | number> = values ?? {};
  return REASONS[code].replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
}

/** Values of these names may contain any text. Those of others have no spaces, so that few texts of scripts match. */
const freeNames = ['error', 'names', 'reason'];

const codesByText = new Map<string, ReasonCode>(REASON_CODES.map((code) => [REASONS[code], code]));
const patterns = REASON_CODES.filter((code) => REASONS[code].includes('{')).map((code) => ({
  code,
  pattern: toPattern(REASONS[code]),
}));

function toPattern(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const source = literal.replace(/\{(\w+)\}/g, (_, name: string) =>
    freeNames.includes(name) ? `(?<${name}>[^]*)` : `(?<${name}>[\\w.]+)`,
  );
  return new RegExp(`^${source}$`);
}

/** Reads the code and the values from the text of a reason. Returns undefined for the text of a script. */
export function readReason(text: string): Reason | undefined {
  const code = codesByText.get(text);
  if (code) return { code, values: {} };
  for (const { code: candidate, pattern } of patterns) {
    const match = pattern.exec(text);
    if (match) return { code: candidate, values: { ...match.groups } };
  }
  return undefined;
}
