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
} satisfies Record<string, Exercise[]>;
