/** @jest-environment ./src/testing/browser.environment.cjs */
import type { Config } from '@drover/sdk';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ErrorReply } from '../../testing/fake-server';
import {
  createDevice,
  createDevscript,
  createFileList,
  createId,
  createRun,
  pageOf,
} from '../../testing/fixtures';
import { findPage, renderPage, setUpServer } from '../../testing/render-page';
import { DevscriptPage } from './devscript-page';

const devscript = createDevscript();
const device = createDevice(1);
const jobId = createId(200);
const code = 'console.log("saved");\n';
const config: Config = [{ name: 'city', label: 'City', type: 'text', value: 'Dali' }];
const configText = JSON.stringify(config);

const server = setUpServer((fake) =>
  fake
    .on('GET /v1/devscripts/:devscriptId', devscript)
    .on('GET /v1/devscripts/:devscriptId/files', createFileList({ code, config }))
    .on('GET /v1/devscripts/:devscriptId/files/code', code)
    .on('GET /v1/devscripts/:devscriptId/files/config', configText)
    .on('GET /v1/devscripts/:devscriptId/values', {})
    .on('GET /v1/devices', pageOf(device))
    .on('GET /v1/secrets', pageOf())
    .on('PUT /v1/devscripts/:devscriptId/files', undefined)
    .on(
      'POST /v1/devscripts/:devscriptId/run',
      () => new Response(null, { status: 204, headers: { location: `/v1/jobs/${jobId}` } }),
    )
    .on('GET /v1/runs', pageOf(createRun()))
    .on('GET /v1/results', pageOf())
    .on('GET /v1/runs/:runId/logs', {
      count: 1,
      items: [{ seq: 1, at: '2026-01-31T08:00:00.000Z', level: 'info', text: '你好' }],
      lastSeq: 1,
    }),
);

async function openWorkbench({ hasDevice = true } = {}) {
  if (hasDevice) localStorage.setItem(`drover-devices-${devscript._id}`, JSON.stringify([device._id]));
  const page = await renderPage(<DevscriptPage />, {
    path: '/devscripts/:devscriptId',
    at: `/devscripts/${devscript._id}`,
    texts: ['devscripts', 'results', 'run-dialog', 'run-log', 'device-choice', 'enrolments'],
  });
  await screen.findByRole('textbox', { name: 'Script code' });
  return page;
}

/** Loads a file into the editor, as the user does with the upload button. */
const upload = (name: string, content: BlobPart) =>
  fireEvent.change(screen.getByLabelText('Upload a code, configuration or schema file'), {
    target: { files: [new File([content], name)] },
  });
const uploads = () => server.current.bodiesOf('PUT /v1/devscripts/:devscriptId/files');
const runs = () => server.current.bodiesOf('POST /v1/devscripts/:devscriptId/run');
const button = (name: string) => screen.getByRole('button', { name });
const editor = (name: string) => screen.getByRole('textbox', { name });
const codeFile = (text: string) => expect.objectContaining({ type: 'application/javascript', text });
const configFile = (text: string) => expect.objectContaining({ type: 'application/json', text });

async function editCode(text: string) {
  upload('index.js', text);
  await screen.findByText('Unsaved changes');
}

describe('the workbench', () => {
  it('opens the saved files', async () => {
    const { user } = await openWorkbench();
    expect(editor('Script code').textContent).toContain('console.log("saved");');
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveProperty('value', 'Dali');
    expect(button('Save')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('tab', { name: 'Configuration' }));
    expect((await screen.findByRole('textbox', { name: 'Script configuration' })).textContent).toBe(
      configText,
    );
  });

  it('offers an example for a new script', async () => {
    server.current.on('GET /v1/devscripts/:devscriptId/files', pageOf());
    await openWorkbench();
    expect(editor('Script code').textContent).toContain('drover.env');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Greeting' })).toHaveProperty('value', 'Hello');
  });

  it('saves what is typed, and only the file that changed', async () => {
    const { user } = await openWorkbench();
    await user.click(editor('Script code'));
    await user.paste('// 注释\n');
    await screen.findByText('Unsaved changes');
    await user.click(button('Save'));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(uploads()).toEqual([[codeFile(`// 注释\n${code}`)]]);
    expect(button('Save')).toHaveProperty('disabled', true);
    expect(runs()).toEqual([]);
  });

  it('saves and runs with the inputs of the form, and shows the log', async () => {
    const { user } = await openWorkbench();
    await editCode('console.log("new");');
    await user.type(screen.getByRole('textbox', { name: 'City' }), '!');
    await user.click(button('Save and run'));
    await screen.findByText('你好');
    expect(uploads()).toEqual([[codeFile('console.log("new");')]]);
    expect(runs()).toEqual([{ devices: [{ _id: device._id, name: device.name }], vars: { city: 'Dali!' } }]);
    expect(screen.getByRole('link', { name: 'Open run' })).toHaveProperty(
      'pathname',
      `/runs/${createRun()._id}`,
    );
    await user.click(button('Hide'));
    expect(screen.queryByRole('region', { name: 'Output' })).toBeNull();
  });

  it('links to the results of the job', async () => {
    const { _id: runId, ...run } = createRun({ state: 'succeeded', finishedAt: createRun().createdAt });
    server.current.on(
      'GET /v1/results',
      pageOf({ ...run, runId, value: 1, problem: null, schemaProblem: null }),
    );
    const { user } = await openWorkbench();
    await user.click(button('Run'));
    const link = await screen.findByRole('link', { name: 'Results' });
    expect(link).toHaveProperty('search', `?job=${jobId}`);
  });

  it('runs without an upload if nothing changed', async () => {
    const { user } = await openWorkbench();
    await user.click(button('Run'));
    await screen.findByText('你好');
    expect(uploads()).toEqual([]);
    expect(runs()).toHaveLength(1);
  });

  it('asks for devices before the first run', async () => {
    const { user } = await openWorkbench({ hasDevice: false });
    await user.click(button('Run'));
    await user.click(await screen.findByRole('checkbox', { name: 'Device 1' }));
    expect(runs()).toEqual([]);
    await user.click(button('Run'));
    await waitFor(() => expect(runs()).toHaveLength(1));
    expect(localStorage.getItem(`drover-devices-${devscript._id}`)).toBe(JSON.stringify([device._id]));
  });

  it('keeps the draft and does not run it if the upload fails', async () => {
    server.current.on(
      'PUT /v1/devscripts/:devscriptId/files',
      new ErrorReply(413, 1999, 'The file is too large.'),
    );
    const { user } = await openWorkbench();
    await editCode('console.log("new");');
    await user.click(button('Save and run'));
    await screen.findByText('The file is too large.');
    expect(screen.getAllByText('The file is too large.')).toHaveLength(1);
    expect(runs()).toEqual([]);
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(editor('Script code').textContent).toBe('console.log("new");');

    server.current.on('PUT /v1/devscripts/:devscriptId/files', undefined);
    await waitFor(() => expect(button('Save and run').dataset.loading).toBeUndefined());
    await user.click(button('Save'));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(uploads()).toHaveLength(2);
  });

  it('saves and runs by keyboard shortcuts', async () => {
    const { user } = await openWorkbench();
    await editCode('console.log("new");');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(uploads()).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(runs()).toHaveLength(1));
    await screen.findByText('你好');
  });

  it('asks before it loses unsaved changes', async () => {
    const { user } = await openWorkbench();
    await editCode('console.log("new");');
    const closing = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(closing));
    expect(closing.defaultPrevented).toBe(true);

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('Leave without saving?');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(editor('Script code').textContent).toBe('console.log("new");');

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await findPage('/elsewhere');
    expect(uploads()).toEqual([]);
  });

  it('leaves without asking if everything is saved', async () => {
    const { user } = await openWorkbench();
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await findPage('/elsewhere');
  });

  it('previews a configuration that is being edited, and names its problems', async () => {
    const { user } = await openWorkbench();
    const items = [{ name: 'rounds', type: 'number', label: 'Rounds' }, { label: 'no name' }];
    upload('config.json', JSON.stringify(items));
    await screen.findByRole('textbox', { name: 'Rounds' });
    expect(screen.getByRole('region', { name: 'Form preview' })).toBeTruthy();
    expect(screen.getByText('Item 2: has no name')).toBeTruthy();
    upload('config.json', '{');
    await screen.findByText('Fix the JSON to see the form again.');
    expect(screen.getByRole('textbox', { name: 'Rounds' })).toBeTruthy();
    upload('config.json', '[]');
    await screen.findByText('Configuration items appear here as form fields.');
    await user.click(button('Save'));
    await waitFor(() => expect(uploads()).toEqual([[configFile('[]')]]));
  });

  it('shows the columns of a schema of results, and what is wrong with it', async () => {
    const { user } = await openWorkbench();
    await user.click(screen.getByRole('tab', { name: 'Results' }));
    const columns = screen.getByRole('region', { name: 'Columns of the results' });
    expect(columns.textContent).toContain('A schema of the results gives');
    const schema = '{"properties":{"price":{"type":"number","title":"Price"},"sold":{"type":"boolean"}}}';
    upload('result.schema.json', schema);
    await waitFor(() => expect(columns.textContent).toContain('PricepriceNumber'));
    expect(columns.textContent).toContain('soldYes or no');
    upload('result.schema.json', '{"properties":{"price":{"pattern":"a"}}}');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'properties.price.pattern: is not a supported keyword',
      ),
    );
    upload('result.schema.json', schema);
    await waitFor(() => expect(columns.textContent).toContain('PricepriceNumber'));
    await user.click(button('Save'));
    const file = { type: 'application/schema+json', text: schema };
    await waitFor(() => expect(uploads()).toEqual([[expect.objectContaining(file)]]));
  });

  it('rejects files that are not UTF-8 text or of another type', async () => {
    await openWorkbench();
    upload('image.png', 'x');
    await screen.findByText('Only .js and .json files are supported.');
    upload('latin1.js', new Uint8Array([0x63, 0xe9]));
    await screen.findByText('latin1.js is not a UTF-8 text file.');
    upload('large.js', 'x'.repeat(3 * 1024 * 1024 + 1));
    await screen.findByText('large.js is larger than 3 MB. The editor was not changed.');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });
});
