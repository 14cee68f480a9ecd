import { Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  keymap,
  showTooltip,
  ViewPlugin,
  type EditorView,
  type Tooltip,
  type ViewUpdate,
} from '@codemirror/view';
import { describe } from './description';
import type { LanguageClient } from './language-client';

const setTooltip = StateEffect.define<Tooltip | null>();

const tooltipField = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, changes }) {
    const effect = effects.find((each) => each.is(setTooltip));
    if (effect) return effect.value;
    return tooltip && { ...tooltip, pos: changes.mapPos(tooltip.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the signature of the function whose call is being typed. Escape hides it. */
export function signatureHelp(client: LanguageClient, path: string): Extension {
  return [
    tooltipField,
    ViewPlugin.define((view) => new SignatureHelp(view, client, path)),
    // After the list of completions, which Escape closes first.
    Prec.low(keymap.of([{ key: 'Escape', run: hide }])),
  ];
}

function hide(view: EditorView): boolean {
  if (!view.state.field(tooltipField)) return false;
  view.dispatch({ effects: setTooltip.of(null) });
  return true;
}

class SignatureHelp {
  private question = 0;

  constructor(
    private readonly view: EditorView,
    private readonly client: LanguageClient,
    private readonly path: string,
  ) {}

  update({ docChanged, selectionSet, state, startState }: ViewUpdate): void {
    if (!docChanged && !selectionSet) return;
    const isShown = startState.field(tooltipField, false) !== null;
    const { head } = state.selection.main;
    const isCall = docChanged && /[(,]\s?$/.test(state.sliceDoc(Math.max(0, head - 2), head));
    if (isShown || isCall) void this.show(head);
  }

  destroy(): void {
    this.question = -1;
  }

  private async show(position: number): Promise<void> {
    const question = (this.question += 1);
    this.client.setFile(this.path, this.view.state.doc.toString());
    const found = await this.client.ask('findSignature', this.path, position);
    if (question !== this.question) return;
    const tooltip = found && { pos: position, above: true, create: () => ({ dom: describe(found) }) };
    if (!tooltip && !this.view.state.field(tooltipField, false)) return;
    this.view.dispatch({ effects: setTooltip.of(tooltip) });
  }
}
