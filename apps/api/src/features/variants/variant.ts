import type { Vars } from '@drover/contract';
import type { RuleProblem } from '@drover/contract/config-rules';

/** What a job runs on some of its devices in place of its own code and environment. */
export interface Variant {
  /** The pinned branch or tag. */
  ref: string;
  /** Number of the revision of the devscript. */
  revision: number;
  codeSha256: string;
  schemaSha256: string | null;
  env: Vars;
  /** Its devices: the members of a group when the job is created, or those of the job that is run again. */
  devices: { groupId: string } | { ids: string[] };
  /** Why the values do not fit its form. A job whose devices get it is refused. */
  problems?: RuleProblem[];
  /** Lines for the beginning of each log. */
  warnings?: string[];
}

/** A variant that a device of the job gets. */
export interface UsedVariant extends Variant {
  number: number;
}

/** The variants of the devices of a job. Other devices get what the job itself says. */
export interface AssignedVariants {
  used: UsedVariant[];
  /** Numbers of the variants by device. */
  numbers: ReadonlyMap<string, number>;
}
