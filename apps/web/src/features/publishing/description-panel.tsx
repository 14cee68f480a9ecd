import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { CountedInput, CountedTextarea, isWithinLimit } from '../../ui/forms/counted-input';
import { PanelForm } from './panel-form';
import { useDevscriptMutation } from './use-devscript-mutation';

/** The name and description of the listing. */
export function DescriptionPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation(['publishing', 'listings', 'common']);
  const [name, setName] = useState(devscript.name);
  const [description, setDescription] = useState(devscript.description);
  const isChanged = name.trim() !== devscript.name || description !== devscript.description;
  const isValid =
    name.trim() !== '' &&
    isWithinLimit(name.trim(), LIMITS.scriptNameChars) &&
    isWithinLimit(description, LIMITS.scriptDescriptionChars);
  const save = useDevscriptMutation(
    () => drover.devscripts.update(devscript._id, { name: name.trim(), description }),
    () => t('common:saved'),
  );
  return (
    <PanelForm title={t('listing')} isValid={isChanged && isValid} mutation={save}>
      <CountedInput label={t('name')} limit={LIMITS.scriptNameChars} value={name} onChange={setName} />
      <CountedTextarea
        label={t('listings:description')}
        description={t('descriptionHelp')}
        limit={LIMITS.scriptDescriptionChars}
        autosize
        minRows={4}
        maxRows={14}
        value={description}
        onChange={setDescription}
      />
    </PanelForm>
  );
}
