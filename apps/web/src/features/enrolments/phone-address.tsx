import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  addresses: string[];
  value: string;
  onChange: (address: string) => void;
}

/** Which of the service's addresses the phone can reach: only its owner knows. */
export function PhoneAddress({ addresses, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('enrolments.phone.address')}
      data={addresses}
      value={value}
      allowDeselect={false}
      onChange={(address) => onChange(address ?? value)}
    />
  );
}
