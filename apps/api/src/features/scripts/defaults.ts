import type { Config, Vars } from '@drover/contract';

/** Returns the default values of the form fields of a configuration. */
export function readDefaults(config: Config): Vars {
  const fields = config.filter(({ type }) => type !== 'link');
  const values = fields.map(({ name, value, default: preset }) => [name, value ?? preset]);
  return Object.fromEntries(
    values.filter(([name, value]) => typeof name === 'string' && value !== undefined),
  ) as Vars;
}
