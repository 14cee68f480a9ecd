/** What started a job, and how its runs ended, in words. */
export const texts = {
  startedBy: 'Started by',
  triggers: {
    person: '{{name}}',
    token: 'token {{name}}',
    schedule: 'schedule {{name}}',
    preset: 'preset {{name}}',
    rerun: 're-run of {{name}}',
    automatic: 'automatic update',
  },
  deleted: '(deleted)',
  counted: {
    queued: '{{count, number}} queued',
    running: '{{count, number}} running',
    stopping: '{{count, number}} stopping',
    succeeded: '{{count, number}} succeeded',
    failed: '{{count, number}} failed',
    timed_out: '{{count, number}} timed out',
    lost: '{{count, number}} lost',
    stopped: '{{count, number}} stopped',
    canceled: '{{count, number}} canceled',
    expired: '{{count, number}} expired',
    rejected: '{{count, number}} rejected',
  },
};
