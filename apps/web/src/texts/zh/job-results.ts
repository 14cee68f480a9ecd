import type { Translation } from '../resources';

export const texts: Translation<'job-results'> = {
  startedBy: '启动方式',
  triggers: {
    person: '{{name}}',
    token: '令牌 {{name}}',
    schedule: '定时任务 {{name}}',
    preset: '预设 {{name}}',
    rerun: '重新运行自 {{name}}',
    automatic: '自动更新',
  },
  deleted: '（已删除）',
  counted: {
    queued: '排队中 {{count, number}}',
    running: '运行中 {{count, number}}',
    stopping: '停止中 {{count, number}}',
    succeeded: '成功 {{count, number}}',
    failed: '失败 {{count, number}}',
    timed_out: '超时 {{count, number}}',
    lost: '失联 {{count, number}}',
    stopped: '已停止 {{count, number}}',
    canceled: '已取消 {{count, number}}',
    expired: '已过期 {{count, number}}',
    rejected: '被拒绝 {{count, number}}',
  },
};
