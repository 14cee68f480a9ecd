import type { DeviceRule } from '@drover/contract';
import { escapeLike } from '../database/lists';

/** What a rule compares devices with, as SQL does it: patterns for ILIKE, and tags in lower case. */
export interface RuleConditions {
  brand?: string;
  model?: string;
  appVersion?: string;
  name?: string;
  tags?: string[];
  online?: boolean;
}

export function ruleConditions(rule: DeviceRule): RuleConditions {
  const escape = (text: string | undefined) => text && escapeLike(text);
  return {
    brand: escape(rule.brand),
    model: escape(rule.model),
    appVersion: escape(rule.appVersion),
    name: rule.name === undefined ? undefined : `%${escapeLike(rule.name)}%`,
    tags: rule.tag === undefined ? undefined : [rule.tag.toLowerCase()],
    online: rule.online,
  };
}
