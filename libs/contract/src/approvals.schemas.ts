import { z } from 'zod';
import { Id, queryList, text, Time } from './fields';
import { JobKind } from './jobs.schemas';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';

/** What a workspace asks a second member to approve. */
export const ApprovalRules = z.object({
  maxDevices: z.number().int().min(0).max(LIMITS.approvalDevicesMax).nullable().meta({
    description:
      'a run on more devices needs approval, and several runs of a script within an hour on more devices; 0: every run; null: no run because of it',
  }),
  schedules: z.boolean().meta({ description: 'creating or changing a schedule needs approval' }),
  groups: z
    .array(Id)
    .max(LIMITS.approvalGroups)
    .meta({ description: 'IDs of device groups: a run on one of their devices needs approval' }),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

/** Omitted fields stay unchanged. */
export const UpdateApprovalRules = ApprovalRules.partial();
export type UpdateApprovalRules = z.infer<typeof UpdateApprovalRules>;

/** What the request does when it is approved. */
export const ApprovalKind = z.enum(['run', 'schedule_create', 'schedule_update']);
export type ApprovalKind = z.infer<typeof ApprovalKind>;

export const ApprovalState = z.enum(['pending', 'approved', 'declined', 'expired', 'withdrawn']);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** The rule that asks for the approval. `recent_devices`: the run itself is small, but not with those of the last hour. */
export const ApprovalReason = z.enum(['devices', 'recent_devices', 'schedule', 'group']);
export type ApprovalReason = z.infer<typeof ApprovalReason>;

const Asker = z.object({
  personId: Id.nullable().meta({ description: 'null for a token of the workspace' }),
  name: z.string().meta({ description: 'name of the person or the token at that time' }),
});

/** A request that another member approves before it goes. */
export const Approval = z.object({
  _id: Id,
  kind: ApprovalKind,
  jobKind: JobKind.nullable().meta({ description: 'what a run runs; null for schedules' }),
  state: ApprovalState,
  name: z.string().meta({
    description: 'name of the script or the schedule; "execute" for code, "update" for updates of agents',
  }),
  reasons: z.array(ApprovalReason),
  devices: z.number().int().meta({ description: 'number of devices when it was asked for' }),
  askedBy: Asker,
  createdAt: Time,
  expiresAt: Time,
  decidedBy: Asker.nullable().meta({ description: 'who approved, declined or withdrew it' }),
  decidedAt: Time.nullable(),
  note: z.string().nullable().meta({ description: 'what the member who decided wrote' }),
  jobId: Id.nullable().meta({ description: 'the job that the approval started' }),
  scheduleId: Id.nullable().meta({ description: 'the schedule that is changed, or was created' }),
});
export type Approval = z.infer<typeof Approval>;

/** What exactly goes when it is approved. Later changes of scripts, groups and tags do not change it. */
export const ApprovalDetails = Approval.extend({
  request: z.record(z.string(), z.unknown()).meta({
    description:
      'the stored request: of a run its script, version, inputs and options; of a schedule its body',
  }),
  code: z.string().nullable().meta({ description: 'the code, if the request contained it' }),
  firstDevices: z
    .array(z.object({ _id: Id, name: z.string() }))
    .meta({ description: 'some of the devices of a run, at most 100' }),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;

export const ApprovalList = listOf(Approval);
export type ApprovalList = z.infer<typeof ApprovalList>;

export const ApprovalFilter = Paging.extend({
  state: queryList(ApprovalState)
    .optional()
    .meta({ description: 'only those in one of these states, separated by commas' }),
});
export type ApprovalFilter = z.infer<typeof ApprovalFilter>;

export const Approve = z.object({ note: text(LIMITS.approvalNoteChars, 1).optional() });
export type Approve = z.infer<typeof Approve>;

export const Decline = z.object({
  note: text(LIMITS.approvalNoteChars, 1).meta({ description: 'why, for the member who asked' }),
});
export type Decline = z.infer<typeof Decline>;
