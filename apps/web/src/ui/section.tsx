import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading of its own. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
