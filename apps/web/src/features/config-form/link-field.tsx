import { Anchor, Text } from '@mantine/core';
import { getHref } from './config-items';
import type { FieldProps } from './field-props';

/** A link of a configuration, for example to a guide. It has no value. */
export function LinkField({ item }: FieldProps) {
  const href = getHref(item);
  return (
    <div>
      <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
        {item.label ?? href}
      </Anchor>
      {item.help && (
        <Text size="xs" c="dimmed">
          {item.help}
        </Text>
      )}
    </div>
  );
}
