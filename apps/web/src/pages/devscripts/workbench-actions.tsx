import type { Device, Devscript } from '@drover/sdk';
import { Button, FileButton, Popover, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DevicePicker } from '../../features/devices/device-picker';
import { DevscriptMenu } from '../../features/devscripts/devscript-menu';
import { AddDevice } from '../../features/enrolments/add-device';
import { DeviceIcon, PlayIcon, SaveIcon, UploadIcon } from '../../ui/icons';
import type { useWorkbench } from './use-workbench';

interface Props {
  devscript: Devscript;
  devices: Device[];
  bench: ReturnType<typeof useWorkbench>;
  onFile: (file: File | null) => void;
}

/** Bring in a file, choose devices, save, run, and the rest. */
export function WorkbenchActions({ devscript, devices, bench, onFile }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isDirty, save } = bench.draft;
  return (
    <>
      <FileButton
        accept=".js,.cjs,.mjs,.json"
        onChange={onFile}
        inputProps={{ 'aria-label': t('devscripts.uploadLabel') }}
      >
        {(props) => (
          <Button {...props} variant="subtle" color="gray" leftSection={<UploadIcon size={16} />}>
            {t('devscripts.upload')}
          </Button>
        )}
      </FileButton>
      <TargetDevices devices={devices} bench={bench} />
      <Tooltip label="Ctrl/⌘ S">
        <Button
          variant="default"
          leftSection={<SaveIcon size={16} />}
          onClick={bench.saveNow}
          loading={save.isPending}
          disabled={!isDirty}
        >
          {t('devscripts.save')}
        </Button>
      </Tooltip>
      <Tooltip label="Ctrl/⌘ Enter">
        <Button leftSection={<PlayIcon size={16} />} onClick={bench.runNow} loading={bench.isRunning}>
          {isDirty ? t('devscripts.saveRun') : t('devscripts.run')}
        </Button>
      </Tooltip>
      <DevscriptMenu devscript={devscript} onRemoved={() => void navigate('/devscripts')} />
    </>
  );
}

/** The devices that the script is tried on; where there is none, the way to one. */
function TargetDevices({ devices, bench }: Pick<Props, 'devices' | 'bench'>) {
  const { t } = useTranslation();
  const { chosen, setChosen, isChoosing, setChoosing } = bench;
  const count = devices.filter(({ _id }) => chosen.has(_id)).length;
  if (devices.length === 0) return <AddDevice />;
  return (
    <Popover
      opened={isChoosing}
      onChange={setChoosing}
      position="bottom-end"
      width={360}
      trapFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<DeviceIcon size={16} />}
          onClick={() => setChoosing(!isChoosing)}
        >
          {count === 0 ? t('devscripts.chooseDevices') : t('devscripts.onDevices', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('deviceChoice.on')}>
        <DevicePicker devices={devices} chosen={chosen} onChange={setChosen} />
      </Popover.Dropdown>
    </Popover>
  );
}
