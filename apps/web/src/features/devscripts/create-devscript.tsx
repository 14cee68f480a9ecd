import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { PlusIcon } from '../../ui/icons';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog')).NameDialog }));

/** Makes a script and opens it. */
export function CreateDevscript() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation({
    mutationFn: (name: string) => drover.devscripts.create({ name }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
      void navigate(`/devscripts/${_id}`);
    },
  });
  return (
    <>
      <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen(true)}>
        {t('devscripts.create')}
      </Button>
      {isOpen && (
        <Suspense>
          <NameDialog
            title={t('devscripts.createTitle')}
            action={t('devscripts.createDo')}
            save={create}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
