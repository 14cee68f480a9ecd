import type { EditorView } from '@codemirror/view';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

type Parser = 'babel' | 'babel-ts' | 'json';

/** Formats the text of the present editor. Prettier is loaded when it is first used. */
export function useFormat() {
  const { t } = useTranslation('devscripts');
  const editor = useRef<{ view: EditorView; parser: Parser }>(undefined);
  const format = useMutation({
    mutationFn: async () => {
      const { formatCode } = await import('./format-code');
      if (editor.current) await formatCode(editor.current.view, editor.current.parser);
    },
    onError: () => notifications.show({ color: 'red', message: t('notFormatted') }),
  });
  return {
    setEditor: (view: EditorView, parser: Parser) => {
      editor.current = { view, parser };
    },
    run: () => format.mutate(),
    isBusy: format.isPending,
  };
}
