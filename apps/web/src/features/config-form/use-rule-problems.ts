import { checkConfigValues, type RuleProblem } from '@drover/contract/config-rules';
import type { ConfigItem } from '@drover/sdk';
import { useState } from 'react';
import type { FieldValues } from './config-items';

export interface RuleProblems {
  problems: RuleProblem[];
  /** How often the user tried to submit values with problems. */
  attempts: number;
  /** Shows the problems. Returns whether there are none. */
  validate: () => boolean;
}

/** Checks values against the rules of a configuration. */
export function useRuleProblems(items: ConfigItem[], values: FieldValues): RuleProblems {
  const [attempts, setAttempts] = useState(0);
  const problems = checkConfigValues(items, values);
  const validate = () => {
    if (problems.length > 0) setAttempts(attempts + 1);
    return problems.length === 0;
  };
  return { problems, attempts, validate };
}
