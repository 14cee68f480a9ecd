import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { CountedInput, CountedTextarea, isWithin } from '../../ui/counted-input';
import { PanelForm } from './panel-form';
import { useChange } from './use-change';

/** Name and description, as the listing will have them. */
export function DescriptionPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation();
  const [name, setName] = useState(devscript.name);
  const [description, setDescription] = useState(devscript.description);
  const isChanged = name.trim() !== devscript.name || description !== devscript.description;
  const isValid =
    name.trim() !== '' &&
    isWithin(name.trim(), LIMITS.scriptNameChars) &&
    isWithin(description, LIMITS.scriptDescriptionChars);
  const save = useChange(
    () => drover.devscripts.update(devscript._id, { name: name.trim(), description }),
    () => t('saved'),
  );
  return (
    <PanelForm title={t('publishing.listing')} isValid={isChanged && isValid} save={save}>
      <CountedInput
        label={t('publishing.name')}
        limit={LIMITS.scriptNameChars}
        value={name}
        onChange={setName}
      />
      <CountedTextarea
        label={t('listings.description')}
        description={t('publishing.descriptionHelp')}
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
