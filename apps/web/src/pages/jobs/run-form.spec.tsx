/** @jest-environment ./src/testing/browser.environment.cjs */
import type { Config, Values } from '@drover/sdk';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  createDevice,
  createFileList,
  createId,
  createInputFile,
  createJob,
  pageOf,
} from '../../testing/fixtures';
import { findPage, pickOption, renderPage, setUpServer } from '../../testing/render-page';
import { RunDialog } from './run-dialog';

/** Three bytes, and their SHA-256. */
const abc = new TextEncoder().encode('abc').buffer;
const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const options = { fast: 'Fast', slow: 'Slow', night: 'At night' };
/** One item of every type. */
const config: Config = [
  { name: 'city', type: 'text', label: 'City', help: 'Where to go', placeholder: 'Dali' },
  { name: 'rounds', type: 'number', label: 'Rounds', min: 0, max: '9', step: '0.5' },
  { name: 'speed', type: 'radio', label: 'Speed', options },
  { name: 'isLoud', type: 'checkbox', label: 'Loud' },
  { name: 'modes', type: 'checkbox', label: 'Modes', options },
  { name: 'pace', type: 'select', label: 'Pace', options },
  { name: 'note', type: 'textarea', label: 'Note' },
  { name: 'volume', type: 'range', label: 'Volume', min: '0', max: '10', step: '2' },
  { name: 'alarm', type: 'time', label: 'Alarm' },
  { type: 'link', label: 'Guide', href: 'https://example.org/guide' },
  { name: 'untyped' },
];
const device = createDevice(1);
const job = createJob();
const server = setUpServer((fake) =>
  fake
    .on('GET /v1/devices', pageOf(device))
    .on('GET /v1/device-groups', pageOf())
    .on('GET /v1/secrets', pageOf())
    .on('PUT /v1/devscripts/:devscriptId/values', undefined)
    .on('POST /v1/jobs', job),
);

interface Start {
  config?: Config;
  saved?: Values;
  vars?: Values;
}

async function openForm({ config: items = config, saved = {}, vars }: Start = {}) {
  server.current
    .on('GET /v1/devscripts/:devscriptId/files', createFileList({ config: items }))
    .on('GET /v1/devscripts/:devscriptId/files/config', items)
    .on('GET /v1/devscripts/:devscriptId/values', saved);
  const page = await renderPage(
    <RunDialog
      runnable={{ kind: 'devscript', id: createId(100), name: 'Nightly check' }}
      defaults={{ deviceIds: [device._id], vars }}
      onClose={() => undefined}
    />,
    { texts: ['run-dialog', 'device-choice'] },
  );
  await screen.findByRole('button', { name: 'Run on 1 device' });
  const submit = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Run on 1 device' }));
    await findPage(`/jobs/${job._id}`);
    return (server.current.bodiesOf('POST /v1/jobs')[0] as { vars: Values }).vars;
  };
  return { ...page, submit };
}

const field = (role: string, name: string) => screen.getByRole(role, { name });
const text = (name: string) => (field('textbox', name) as HTMLInputElement).value;
const isChecked = (role: 'checkbox' | 'radio', name: string) =>
  (field(role, name) as HTMLInputElement).checked;

describe('the run form', () => {
  it('sends the value of every field type', async () => {
    const { user, submit } = await openForm();
    await user.type(field('textbox', 'City'), '大理');
    await user.type(field('textbox', 'Rounds'), '3');
    await user.click(field('radio', 'Slow'));
    await user.click(field('checkbox', 'Loud'));
    await user.click(field('checkbox', 'At night'));
    await user.click(field('checkbox', 'Fast'));
    await pickOption(user, 'Pace', 'Fast');
    await user.type(field('textbox', 'Note'), 'a{Enter}b');
    act(() => field('slider', 'Volume').focus());
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await user.type(field('textbox', 'untyped'), '7');
    fireEvent.change(screen.getByLabelText('Alarm'), { target: { value: '09:30' } });
    expect(field('link', 'Guide').getAttribute('href')).toBe('https://example.org/guide');
    expect(await submit()).toEqual({
      city: '大理',
      rounds: 3,
      speed: 'slow',
      isLoud: true,
      modes: ['night', 'fast'],
      pace: 'fast',
      note: 'a\nb',
      volume: 4,
      untyped: '7',
      alarm: '09:30',
    });
  });

  it('uploads a file, and sends a reference to its content', async () => {
    const file = { ...createInputFile(), size: 3, sha256: sha256OfAbc };
    server.current
      .on('POST /v1/input-files', { ...file, uploadedBytes: 0, isComplete: false })
      .on('PUT /v1/input-files/:fileId/content', { ...file, uploadedBytes: 3, isComplete: true });
    const { user, submit } = await openForm({
      config: [
        { name: 'list', type: 'file', label: 'List', validation: 'required' },
        { name: 'city', type: 'text', label: 'City' },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Run on 1 device' }));
    await screen.findByText('List is required');
    const content = { name: 'list.csv', size: 3, slice: () => ({ arrayBuffer: () => Promise.resolve(abc) }) };
    fireEvent.change(screen.getByLabelText('Choose a file for List'), { target: { files: [content] } });
    // Typed during the upload.
    fireEvent.change(field('textbox', 'City'), { target: { value: 'Dali' } });
    await screen.findByText('list.csv');
    await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
    expect(server.current.bodiesOf('POST /v1/input-files')).toEqual([
      { name: 'list.csv', size: 3, sha256: sha256OfAbc },
    ]);
    expect(await submit()).toEqual({ list: { $file: sha256OfAbc, name: 'list.csv' }, city: 'Dali' });
  });

  it('sends nothing for fields that were left empty', async () => {
    const { submit } = await openForm();
    expect(screen.getByText('Where to go')).toBeTruthy();
    expect((field('textbox', 'City') as HTMLInputElement).placeholder).toBe('Dali');
    expect(await submit()).toEqual({});
  });

  it('shows values, defaults and saved values in every field type', async () => {
    const values: Record<string, unknown> = {
      ...{ city: 'Dali', rounds: 2, speed: 'fast', isLoud: true, modes: ['slow'], pace: 'night' },
      ...{ note: 'Hello', volume: 6, untyped: 'x', alarm: '9:05' },
    };
    const { submit } = await openForm({
      // Defaults for all, values for some, saved values for others: saved values win, then values.
      config: config.map((item) => ({
        ...item,
        default: values[String(item.name)] as string,
        ...(item.name === 'city' && { value: 'Lijiang' }),
      })),
      saved: { note: 'Saved', modes: ['fast', 'night'], volume: 8, other: 'kept' },
    });
    expect([text('City'), text('Rounds'), text('Note'), text('untyped')]).toEqual([
      ...['Lijiang', '2', 'Saved', 'x'],
    ]);
    expect([isChecked('radio', 'Fast'), isChecked('radio', 'Slow')]).toEqual([true, false]);
    expect(isChecked('checkbox', 'Loud')).toBe(true);
    expect(['Fast', 'Slow', 'At night'].map((name) => isChecked('checkbox', name))).toEqual([
      ...[true, false, true],
    ]);
    expect((field('combobox', 'Pace') as HTMLInputElement).value).toBe('At night');
    expect(field('slider', 'Volume').getAttribute('aria-valuenow')).toBe('8');
    expect(screen.getByLabelText<HTMLInputElement>('Alarm').value).toBe('09:05');
    expect(await submit()).toEqual({
      ...values,
      ...{ city: 'Lijiang', note: 'Saved', modes: ['fast', 'night'], volume: 8, other: 'kept' },
    });
  });

  it('shows why a value is refused once the field is left, and in JSON when the run is requested', async () => {
    const { user } = await openForm();
    await user.type(field('textbox', 'Rounds'), '9.5');
    expect(screen.queryByText('Rounds must be at most 9')).toBeNull();
    await user.tab();
    await screen.findByText('Rounds must be at most 9');
    await user.click(field('radio', 'JSON'));
    await user.click(screen.getByRole('button', { name: 'Run on 1 device' }));
    await screen.findByText('Rounds must be at most 9');
    expect(server.current.bodiesOf('POST /v1/jobs')).toEqual([]);
  });

  it('prefers the inputs of an earlier job to saved values', async () => {
    const { submit } = await openForm({ saved: { city: 'Saved', rounds: 2 }, vars: { city: 'Given' } });
    expect([text('City'), text('Rounds')]).toEqual(['Given', '2']);
    expect(await submit()).toEqual({ city: 'Given', rounds: 2 });
  });

  it('omits fields that the user cleared', async () => {
    const { user, submit } = await openForm({
      saved: { city: 'Dali', rounds: 2, isLoud: true, modes: ['fast'], note: 'x' },
    });
    for (const name of ['City', 'Rounds', 'Note']) await user.clear(field('textbox', name));
    await user.click(field('checkbox', 'Loud'));
    await user.click(field('checkbox', 'Fast'));
    expect(await submit()).toEqual({ isLoud: false, modes: [] });
  });

  it('keeps zero and falls back to the minimum of a range', async () => {
    const { submit } = await openForm({ saved: { rounds: 0, volume: 0 } });
    expect(text('Rounds')).toBe('0');
    expect(await submit()).toEqual({ rounds: 0, volume: 0 });
  });

  it('skips items that are not fields', async () => {
    const { submit } = await openForm({
      config: [
        { name: 'city', label: 'City', value: 'Dali' },
        { label: 'no name' },
        { name: 'odd', type: 'date' },
      ],
    });
    expect(screen.getAllByRole('textbox', { name: /City|odd|no name/ })).toHaveLength(1);
    expect(await submit()).toEqual({ city: 'Dali' });
  });

  it('moves values between the form and JSON, and rejects invalid JSON', async () => {
    const { user, submit } = await openForm({ saved: { city: 'Dali' } });
    await user.click(field('radio', 'JSON'));
    const json = field('textbox', 'Inputs') as HTMLTextAreaElement;
    expect(JSON.parse(json.value)).toEqual({ city: 'Dali' });
    await user.clear(json);
    await user.click(json);
    await user.paste('{"city": ');
    expect(screen.getByText(/^Not a valid JSON object/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Run on 1 device' })).toHaveProperty('disabled', true);
    await user.paste('"Lijiang", "extra": [1]}');
    await user.click(field('radio', 'Form'));
    expect(text('City')).toBe('Lijiang');
    expect(await submit()).toEqual({ city: 'Lijiang', extra: [1] });
  });

  it('sends a reference to a secret', async () => {
    server.current.on(
      'GET /v1/secrets',
      pageOf({
        _id: createId(600),
        name: 'API_KEY',
        createdAt: '2026-01-31T08:00:00.000Z',
        updatedAt: '2026-01-31T08:00:00.000Z',
        lastUsedAt: null,
        usedBy: [],
      }),
    );
    const { user, submit } = await openForm();
    await user.click(await screen.findByRole('button', { name: 'Use a secret for City' }));
    await user.click(await screen.findByRole('menuitem', { name: 'API_KEY' }));
    expect(text('City')).toBe('API_KEY');
    expect(await submit()).toEqual({ city: { $secret: 'API_KEY' } });
  });

  it('saves the inputs before the run if asked to remember them', async () => {
    const { user, submit } = await openForm();
    await user.type(field('textbox', 'City'), 'Dali');
    await user.click(field('checkbox', 'Remember these inputs'));
    await submit();
    expect(server.current.bodiesOf('PUT /v1/devscripts/:devscriptId/values')).toEqual([{ city: 'Dali' }]);
    const writes = server.current.requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  });
});

it.each([
  ['en', 'Name is required'],
  ['zh', '请填写Name'],
] as const)('marks a required field and does not run without it (%s)', async (language, message) => {
  const { default: i18n } = await import('i18next');
  const { user } = await openForm({
    config: [{ name: 'city', label: 'City', validation: 'required', 'validation-name': 'Name' }],
  });
  await act(() => i18n.changeLanguage(language));
  expect(field('textbox', 'City').getAttribute('aria-required')).toBe('true');
  expect(field('textbox', 'City').getAttribute('aria-invalid')).not.toBe('true');
  await user.click(screen.getByRole('button', { name: /^(Run on 1 device|在 1 台设备上运行)$/ }));
  await screen.findByText(message);
  expect(field('textbox', 'City')).toBe(document.activeElement);
  expect(field('textbox', 'City').getAttribute('aria-invalid')).toBe('true');
  expect(server.current.bodiesOf('POST /v1/jobs')).toEqual([]);
  await user.type(field('textbox', 'City'), 'Dali');
  expect(screen.queryByText(message)).toBeNull();
  await act(() => i18n.changeLanguage('en'));
});
