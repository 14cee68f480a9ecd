import { post, put, text, type Exercise } from './limit-requests';

/** HTTP requests that reach the limits of approvals, roles and invitations. */
export const peopleExercises = {
  approvalNoteChars: [
    {
      request: ({ records }, amount) =>
        post(`/v1/approvals/${records.approvalId}/decline`, { note: text(amount) }),
    },
  ],
  approvalGroups: [
    {
      request: ({ records }, amount) =>
        put('/v1/approvals/rules', { groups: Array<string>(amount).fill(records.groupId) }),
    },
  ],
  approvalDevicesMax: [{ request: (_scene, maxDevices) => put('/v1/approvals/rules', { maxDevices }) }],
  roleGroups: [
    {
      request: ({ records }, amount) =>
        post('/v1/invitations', { role: 'viewer', groups: Array<string>(amount).fill(records.groupId) }),
    },
  ],
  invitationSecondsMax: [
    { request: (_scene, expiresIn) => post('/v1/invitations', { role: 'viewer', expiresIn }) },
  ],
  directoryRoles: [
    {
      request: (_scene, amount) =>
        put('/v1/directory', {
          defaultRole: 'viewer',
          roles: Array.from({ length: amount }, (_, index) => ({ group: `group ${index}`, role: 'viewer' })),
        }),
    },
  ],
  directoryNameChars: [
    {
      request: (_scene, amount) =>
        put('/v1/directory', { defaultRole: 'viewer', roles: [{ group: text(amount), role: 'viewer' }] }),
    },
  ],
} satisfies Record<string, Exercise[]>;
