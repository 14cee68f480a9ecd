import type { Device, Devscript } from '@drover/sdk';
import { Button, FileButton, Popover, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DevicePicker } from '../../features/devices/device-picker';
import { DevscriptMenu } from '../../features/devscripts/devscript-menu';
import { AddDevice } from '../../features/enrolments/add-device';
import { ForRole } from '../../roles/for-role';
import { DeviceIcon, PlayIcon, SaveIcon, UploadIcon } from '../../ui/display/icons';
import type { useWorkbench } from './use-workbench';

interface Props {
  devscript: Devscript;
  devices: Device[];
  workbench: ReturnType<typeof useWorkbench>;
  /** Without it, files cannot be uploaded. */
  onFile?: (file: File | null) => void;
}

export function WorkbenchActions({ devscript, devices, workbench, onFile }: Props) {
  const { t } = useTranslation('devscripts');
  const navigate = useNavigate();
  const { isDirty, isSaving } = workbench;
  return (
    <>
      {onFile && (
        <ForRole role="editor">
          <FileButton
            accept=".js,.cjs,.mjs,.json"
            onChange={onFile}
            inputProps={{ 'aria-label': t('uploadLabel') }}
          >
            {(props) => (
              <Button {...props} variant="subtle" color="gray" leftSection={<UploadIcon size={16} />}>
                {t('upload')}
              </Button>
            )}
          </FileButton>
        </ForRole>
      )}
      <ForRole role="operator">
        <TargetDevices devices={devices} workbench={workbench} />
      </ForRole>
      <ForRole role="editor">
        <Tooltip label="Ctrl/⌘ S">
          <Button
            variant="default"
            leftSection={<SaveIcon size={16} />}
            onClick={workbench.saveNow}
            loading={isSaving}
            disabled={!isDirty}
          >
            {t('save')}
          </Button>
        </Tooltip>
      </ForRole>
      <ForRole role="operator">
        <Tooltip label="Ctrl/⌘ Enter">
          <Button
            leftSection={<PlayIcon size={16} />}
            onClick={workbench.runNow}
            loading={workbench.isRunning}
          >
            {isDirty ? t('saveRun') : t('run')}
          </Button>
        </Tooltip>
      </ForRole>
      <DevscriptMenu devscript={devscript} onRemoved={() => void navigate('/devscripts')} />
    </>
  );
}

/** Selects the devices to run on. Without devices, offers to add one. */
function TargetDevices({ devices, workbench }: Pick<Props, 'devices' | 'workbench'>) {
  const { t } = useTranslation(['devscripts', 'device-choice']);
  const { chosen, setChosen, isChoosing, setChoosing } = workbench;
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
          {count === 0 ? t('chooseDevices') : t('onDevices', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('device-choice:title')}>
        <DevicePicker devices={devices} chosen={chosen} onChange={setChosen} />
      </Popover.Dropdown>
    </Popover>
  );
}
