/** @jest-environment ./src/testing/browser.environment.cjs */
import type { Artifact, LogLevel, LogLine, LogStep, Run } from '@drover/sdk';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ErrorReply, type SentRequest } from '../../testing/fake-server';
import { createRun } from '../../testing/fixtures';
import { pickOption, renderPage, setUpServer } from '../../testing/render-page';
import { RunLog } from './run-log';

const levels: LogLevel[] = ['verbose', 'debug', 'info', 'warn', 'error'];
const createLine = (seq: number, text = `line ${seq}`, level: LogLevel = 'info'): LogLine => ({
  ...{ seq, level, text },
  at: new Date(Date.UTC(2026, 0, 31, 8, 0, 0, seq)).toISOString(),
});
const createLines = (count: number) => Array.from({ length: count }, (_, index) => createLine(index + 1));

let lines: LogLine[];
const server = setUpServer((fake) => {
  lines = [];
  fake.on('GET /v1/runs/:runId/logs', ({ query }: SentRequest) => {
    const after = lines.filter(({ seq }) => seq > Number(query.get('after')));
    const items = after.slice(0, Number(query.get('limit')));
    return { count: items.length, items, lastSeq: lines.at(-1)?.seq ?? 0 };
  });
});

const running = createRun();
const ended = createRun({ state: 'succeeded', exitCode: 0, finishedAt: '2026-01-31T08:01:00.000Z' });

interface Opened {
  startLine?: number;
  artifacts?: Artifact[];
  renderArtifacts?: (artifacts: Artifact[]) => ReactNode;
}

async function openLog(run: Run, written: LogLine[], start?: number | Opened) {
  lines = written;
  const onLineSelect = jest.fn();
  const page = await renderPage(
    <RunLog {...{ run, onLineSelect, ...(typeof start === 'number' ? { startLine: start } : start) }} />,
    {
      texts: ['run-log'],
    },
  );
  return { ...page, onLineSelect };
}

/** The server stores lines, and publishes them as an event. */
function write(...written: LogLine[]) {
  lines = [...lines, ...written];
  const { _id: runId, jobId, deviceId } = running;
  server.current.publish({ type: 'log', runId, jobId, deviceId, lines: written });
}

const log = () => screen.getByRole('log');
const shownTexts = () =>
  [...log().querySelectorAll('[data-level]')].map((line) => line.lastElementChild?.textContent);
const button = (name: string) => screen.getByRole('button', { name });

/** A log with a step that succeeded, and one that failed within another. */
function createStepLines(): LogLine[] {
  const step = (id: number, parentId: number | null, durationMs: number | null = null): LogStep => ({
    ...{ id, parentId, durationMs },
    state: durationMs === null ? 'started' : id === 1 ? 'succeeded' : 'failed',
  });
  const steps: [string, LogStep?][] = [
    ['before'],
    ['Log in', step(1, null)],
    ['password'],
    ['Log in: succeeded after 350 ms', step(1, null, 350)],
    ['Checkout', step(2, null)],
    ['Pay', step(3, 2)],
    ['declined'],
    ['Pay: failed after 1.2 s', step(3, 2, 1200)],
    ['Checkout: failed after 1.5 s', step(2, null, 1500)],
    ['after'],
  ];
  return steps.map(([text, of], index) => ({ ...createLine(index + 1, text), ...(of && { step: of }) }));
}

describe('RunLog', () => {
  it('folds steps that succeeded, and opens those that failed', async () => {
    const { user } = await openLog(ended, createStepLines());
    await screen.findByText('10 lines');
    const [logIn, checkout] = ['Log inSucceeded350 ms', 'CheckoutFailed1.5 sec'];
    const open = [checkout, 'PayFailed1.2 sec', 'declined'];
    expect(shownTexts()).toEqual(['before', logIn, ...open, 'after']);
    await user.click(screen.getByRole('button', { name: /^Log in/ }));
    expect(shownTexts()).toEqual(['before', logIn, 'password', ...open, 'after']);
    await user.click(screen.getByRole('button', { name: /^Checkout/ }));
    expect(shownTexts()).toEqual(['before', logIn, 'password', checkout, 'after']);
    // A match within a closed step opens it.
    await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'declined{Enter}');
    await waitFor(() => expect(shownTexts()).toContain('declined'));
    await user.click(screen.getByRole('switch', { name: 'Matches only' }));
    expect(shownTexts()).toEqual(['declined']);
  });

  it('opens all steps, and closes them', async () => {
    const { user } = await openLog(ended, createStepLines());
    await screen.findByText('10 lines');
    await user.click(button('Open all steps'));
    expect(shownTexts()).toHaveLength(7);
    await user.click(button('Close all steps'));
    expect(shownTexts()).toEqual(['before', 'Log inSucceeded350 ms', 'CheckoutFailed1.5 sec', 'after']);
    expect(button('Open all steps')).toBeTruthy();
  });

  it('opens the step of the line that a link leads to', async () => {
    await openLog(ended, createStepLines(), 3);
    await screen.findByText('10 lines');
    expect(shownTexts()).toContain('password');
  });

  it.each([
    ['running while the run goes on', running, 'Running'],
    ['not finished if the run ended without its end', ended, 'Not finished'],
  ])('shows a step as %s', async (_name, run, text) => {
    await openLog(run, createStepLines().slice(0, 3));
    await screen.findByText(text);
    expect(shownTexts()).toContain('password');
  });

  it('shows every level, Chinese text and truncated lines as they were written', async () => {
    const texts = [
      '开始执行：第一轮',
      '  indented\ttext',
      'x'.repeat(2000) + '… [truncated]',
      '<b>bold</b>',
      '🦜',
    ];
    await openLog(
      ended,
      texts.map((text, index) => createLine(index + 1, text, levels[index])),
    );
    await screen.findByText('5 lines');
    expect(shownTexts()).toEqual(texts);
    const shown = [...log().querySelectorAll<HTMLElement>('[data-level]')];
    expect(shown.map(({ dataset }) => dataset.level)).toEqual(levels);
    expect(log().querySelector('b')).toBeNull();
  });

  it('continues a colour in the next lines until it ends, also in lines that are shown alone', async () => {
    const { user } = await openLog(ended, [
      createLine(1, '\u001b[31mred'),
      createLine(2, 'still red'),
      createLine(3, '\u001b[0mplain'),
      createLine(4, 'still plain'),
    ]);
    await screen.findByText('4 lines');
    const colors = () =>
      [...log().querySelectorAll('[data-level]')].map((line) =>
        line.querySelector('[data-color]')?.getAttribute('data-color'),
      );
    expect(colors()).toEqual(['red', 'red', undefined, undefined]);
    await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'still');
    await user.click(screen.getByRole('switch', { name: 'Matches only' }));
    expect(shownTexts()).toEqual(['still red', 'still plain']);
    expect(colors()).toEqual(['red', undefined]);
  });

  it('filters by minimum level', async () => {
    const { user } = await openLog(
      ended,
      levels.map((level, index) => createLine(index + 1, level, level)),
    );
    await screen.findByText('5 lines');
    await pickOption(user, 'Minimum level', 'Warnings and above');
    expect(screen.getByText('2 lines')).toBeTruthy();
    expect(shownTexts()).toEqual(['warn', 'error']);
    await pickOption(user, 'Minimum level', 'All levels');
    expect(shownTexts()).toEqual(levels);
  });

  it('finds text, highlights it and goes through the matches', async () => {
    const { user } = await openLog(ended, [
      createLine(1, '第一轮'),
      createLine(2, 'between'),
      createLine(3, '\u001b[31m第二\u001b[0m轮'),
    ]);
    await screen.findByText('3 lines');
    const search = screen.getByRole('searchbox', { name: 'Search the log' });
    await user.type(search, '轮');
    expect(shownTexts()).toEqual(['第一轮', 'between', '第二轮']);
    expect([...log().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['轮', '轮']);
    expect(screen.getByText('2 matches')).toBeTruthy();
    const current = () => log().querySelector('[data-current]')?.lastElementChild?.textContent;
    await user.keyboard('{Enter}');
    expect(current()).toBe('第一轮');
    await user.keyboard('{Enter}');
    expect(current()).toBe('第二轮');
    expect(screen.getByText('2 of 2')).toBeTruthy();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(current()).toBe('第一轮');
    await user.click(button('Previous match'));
    expect(current()).toBe('第二轮');

    await user.click(screen.getByRole('switch', { name: 'Matches only' }));
    expect(shownTexts()).toEqual(['第一轮', '第二轮']);
    await user.type(search, '?');
    expect(screen.getByText('No matching lines.')).toBeTruthy();
    expect(screen.getByText('0 matches')).toBeTruthy();
  });

  it('finds text beyond the loaded part of a long log', async () => {
    const { user } = await openLog(ended, createLines(25_000));
    await screen.findByText('25,000 lines');
    await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'line 24999');
    await screen.findByText('1 match');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shownTexts()).toContain('line 24999'));
  });

  it('shows timestamps on request and remembers it', async () => {
    const { user } = await openLog(ended, [createLine(1)]);
    await screen.findByText('1 line');
    expect(log().querySelector('time')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Timestamps' }));
    const time = log().querySelector('time');
    expect(time?.dateTime).toBe('2026-01-31T08:00:00.001Z');
    expect(time?.textContent).toMatch(/^\d\d:\d\d:\d\d\.001$/);
    await user.click(screen.getByRole('switch', { name: 'Wrap' }));
    expect(log().dataset.wrapped).toBeUndefined();
    expect(JSON.parse(localStorage.getItem('drover-log') ?? '')).toEqual({
      hasTimestamps: true,
      isWrapped: false,
    });
  });

  it('goes to the first error, also beyond the loaded part', async () => {
    const lines25k = createLines(25_000);
    lines25k[23_000] = createLine(23_001, 'it broke', 'error');
    const { user } = await openLog(ended, lines25k);
    await screen.findByText('25,000 lines');
    await user.click(button('First error'));
    await waitFor(() => expect(shownTexts()).toContain('it broke'));
  });

  it('says that there are no errors', async () => {
    const { user } = await openLog(ended, [createLine(1)]);
    await screen.findByText('1 line');
    await user.click(button('First error'));
    await screen.findByText('The log has no errors.');
  });

  it('formats the JSON of a line when its button is clicked', async () => {
    const { user } = await openLog(ended, [createLine(1, '{"rounds":[1,2]}'), createLine(2, 'text')]);
    await screen.findByText('2 lines');
    expect(screen.getAllByRole('button', { name: /^Format the JSON/ })).toHaveLength(1);
    await user.click(button('Format the JSON of line 1'));
    expect(shownTexts()[0]).toBe('{\n  "rounds": [\n    1,\n    2\n  ]\n}');
    await user.click(button('Format the JSON of line 1'));
    expect(shownTexts()[0]).toBe('{"rounds":[1,2]}');
  });

  it('reaches the numbers of all lines by keyboard with one tab stop', async () => {
    const { user } = await openLog(ended, createLines(30));
    await screen.findByText('30 lines');
    expect(log().querySelectorAll('[data-line][tabindex="0"]')).toHaveLength(1);
    act(() => log().focus());
    await user.tab();
    expect(document.activeElement).toBe(button('Copy link to line 1'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(button('Copy link to line 2')));
    await user.keyboard('{End}');
    await waitFor(() => expect(document.activeElement).toBe(button('Copy link to line 30')));
    await user.keyboard('{Enter}');
    await screen.findByText('Link to line 30 copied');
  });

  it('renders only the visible lines of a long log', async () => {
    await openLog(ended, createLines(12_000));
    await screen.findByText('12,000 lines');
    expect(shownTexts()[0]).toBe('line 1');
    expect(shownTexts().length).toBeLessThan(100);
    expect(button('Jump to end')).toBeTruthy();
  });

  it('adds new lines and follows the end until the user scrolls up', async () => {
    const { user } = await openLog(running, createLines(100));
    await waitFor(() => expect(shownTexts().at(-1)).toBe('line 100'));
    expect(button('Pause').getAttribute('aria-pressed')).toBe('true');
    write(createLine(101, '第一百零一行'));
    await waitFor(() => expect(shownTexts().at(-1)).toBe('第一百零一行'));

    act(() => {
      log().scrollTop = 0;
      fireEvent.scroll(log());
    });
    expect(button('Follow').getAttribute('aria-pressed')).toBe('false');
    write(createLine(102));
    await screen.findByText('102 lines');
    expect(shownTexts()).toContain('line 1');
    expect(shownTexts()).not.toContain('line 102');

    await user.click(button('Follow'));
    await waitFor(() => expect(shownTexts().at(-1)).toBe('line 102'));
  });

  it('fetches lines that it missed', async () => {
    await openLog(running, createLines(3));
    await screen.findByText('3 lines');
    lines = createLines(8);
    server.current.publish({ type: 'reset' });
    await screen.findByText('8 lines');
    expect(shownTexts()).toEqual(createLines(8).map(({ text }) => text));
  });

  it('says that there is no output yet, or none at all', async () => {
    await openLog(running, []);
    await screen.findByText('No output yet.');
    write(createLine(1, 'first'));
    await screen.findByText('first');
  });

  it('says that an ended run had no output', async () => {
    await openLog(ended, []);
    await screen.findByText('No output.');
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
    expect(button('Download')).toHaveProperty('disabled', true);
  });

  it('starts at a line and copies the link to another', async () => {
    const { user, onLineSelect } = await openLog(ended, createLines(50), 20);
    await screen.findByText('50 lines');
    expect(log().querySelector('[data-chosen]')?.textContent).toContain('line 20');
    await user.click(button('Copy link to line 3'));
    await screen.findByText('Link to line 3 copied');
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/runs/${ended._id}#L3`);
    expect(onLineSelect).toHaveBeenCalledWith(3);
    expect(log().querySelector('[data-chosen]')?.textContent).toContain('line 3');
  });

  it('loads the log again after an error', async () => {
    server.current.on('GET /v1/runs/:runId/logs', new ErrorReply(404, 1030, 'Not found.'));
    const { user } = await openLog(ended, []);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.current.on('GET /v1/runs/:runId/logs', { count: 1, items: [createLine(1)], lastSeq: 1 });
    await user.click(retry);
    await screen.findByText('line 1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the artifacts of a moment below the line before them', async () => {
    const artifacts = [{ name: 'a.txt', savedAt: createLine(2).at }] as Artifact[];
    const renderArtifacts = (placed: Artifact[]) => <p>{placed.map(({ name }) => name).join()}</p>;
    await openLog(ended, createLines(3), { artifacts, renderArtifacts });
    const file = await screen.findByText('a.txt');
    expect(file.previousElementSibling?.textContent).toContain('line 2');
    expect(shownTexts()).toEqual(['line 1', 'line 2', 'line 3']);
  });
});
