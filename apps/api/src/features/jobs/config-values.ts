import type { CreateJob } from '@drover/contract';
import { checkConfigValues, describeRuleProblem, type RuleProblem } from '@drover/contract/config-rules';
import type { AppContext } from '../../context/app-context';
import { ApiError } from '../../errors/api-error';
import { findDevscript, findScript } from '../scripts/sources';
import { createPatternTester } from './test-patterns';

/** Throws if values do not meet the rules of the configuration, naming each item. */
export function assertValidValues(problems: RuleProblem[]): void {
  if (problems.length === 0) return;
  const errors = problems.map((problem) => ({
    path: `vars.${problem.name}`,
    message: describeRuleProblem(problem),
  }));
  const message = errors.map((error) => error.message).join('; ');
  throw new ApiError('invalidParameters', {
    message: `${message}. Correct the values, or set skipValidation.`,
    errors,
  });
}

/** Throws if a request could not run with its values now. A devscript may still have no code. */
export async function assertValidVars(
  context: AppContext,
  accountId: string,
  { scriptId = '', vars, skipValidation }: CreateJob,
): Promise<void> {
  if (skipValidation) return;
  const own = { id: scriptId, accountId };
  const find = (await context.prisma.devscript.count({ where: own })) > 0 ? findDevscript : findScript;
  try {
    const { config, values } = await find(context, accountId, scriptId);
    assertValidValues(checkConfigValues(config, { ...values, ...vars }, createPatternTester()));
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'conflict')) throw error;
  }
}
