import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { drover } from '../../lib/drover';
import { Form } from '../../ui/forms/form';
import { PageHeader } from '../../ui/layout/page-header';
import { Approval } from './approval';

/** Signs in a program that shows a code, such as `drover login`. */
export function ApprovePage() {
  const { t } = useTranslation('sign-in-requests');
  const [parameters] = useSearchParams();
  const [code, setCode] = useState(parameters.get('code') ?? '');
  const lookUp = useMutation({ mutationFn: () => drover.signInRequests.lookUp({ userCode: code }) });
  return (
    <>
      <PageHeader title={t('title')}>{t('warning')}</PageHeader>
      {lookUp.data ? (
        <Approval request={lookUp.data} userCode={code} />
      ) : (
        <Stack gap="md" maw={440}>
          <Text size="sm">{t('enter')}</Text>
          <Form mutation={lookUp} isValid={code.trim() !== ''} action={t('next')}>
            <TextInput
              label={t('code')}
              placeholder="WDJB-MJHT"
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
            />
          </Form>
        </Stack>
      )}
    </>
  );
}
