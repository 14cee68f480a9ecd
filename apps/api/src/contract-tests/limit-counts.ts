import { createHash } from 'node:crypto';
import type { Call } from './call';
import type { LimitName } from './limit-exercises';
import { post, put, scheduleOf, type Scene } from './limit-requests';

/** Record types with a maximum number per account: their table, and a request that creates one with another name. */
export interface Counted {
  table: string;
  create: (scene: Scene, name: string) => Call;
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

export const counted = {
  deviceGroups: {
    table: 'DeviceGroup',
    create: (_scene, name) => post('/v1/device-groups', { name, devices: [] }),
  },
  invitations: {
    table: 'Invitation',
    create: (_scene, name) => post('/v1/invitations', { role: 'viewer', name }),
  },
  repositories: {
    table: 'Repository',
    create: (_scene, name) => post('/v1/repositories', { name, url: 'https://git.example.org/x.git' }),
  },
  presets: {
    table: 'Preset',
    create: (_scene, name) => post('/v1/presets', { name, code: '1', selector: { all: true } }),
  },
  schedules: { table: 'Schedule', create: (_scene, name) => post('/v1/schedules', scheduleOf(name)) },
  secrets: {
    table: 'Secret',
    create: (_scene, name) => put(`/v1/secrets/${name}`, { value: 'a value' }),
  },
  inputFiles: {
    table: 'InputFile',
    create: (_scene, name) => post('/v1/input-files', { name, size: 1, sha256: sha256Of(name) }),
  },
  webhooks: {
    table: 'Webhook',
    create: ({ records }) => post('/v1/webhooks', { url: records.webhookUrl, events: 'all' }),
  },
} satisfies Partial<Record<LimitName, Counted>>;
