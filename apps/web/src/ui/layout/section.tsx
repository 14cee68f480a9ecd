import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of a page with a heading. */
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
