import type { Project } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../features/projects/project-files';
import { Panel } from '../../ui/layout/panel';
import { SourceFiles } from '../projects/source-files';
import classes from './run-page.module.css';

/** The source files that a run had, which open on request, at the line that failed. */
export function RunProject({ files, failed }: { files: Project['files']; failed?: Place }) {
  const { t } = useTranslation('projects');
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('sourceFiles')}
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? t('hide') : t('show', { count: files.length })}
        </Button>
      }
    >
      {isOpen && (
        <div className={classes.files}>
          <SourceFiles files={files} start={failed} />
        </div>
      )}
    </Panel>
  );
}
