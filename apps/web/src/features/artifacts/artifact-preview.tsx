import type { Artifact } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { artifactQueries, imageTypeOf, previewTextBytes } from '../../queries/artifacts';
import { QueryResult } from '../../ui/lists/query-result';
import { parseCsv } from './parse-csv';
import classes from './run-artifacts.module.css';

/** Rows of a table that a preview shows. */
const maxRows = 100;

/** Shows an artifact: pictures of raster formats are drawn, everything else is text. Nothing of it is executed. */
export function ArtifactPreview({ artifact }: { artifact: Artifact }) {
  const type = imageTypeOf(artifact);
  return type ? <ImagePreview artifact={artifact} type={type} /> : <TextPreview artifact={artifact} />;
}

function ImagePreview({ artifact, type }: { artifact: Artifact; type: string }) {
  const query = useQuery(artifactQueries.image(artifact, type));
  const url = useObjectUrl(query.data);
  return (
    <QueryResult query={query} rows={1}>
      {() => url && <img className={classes.image} src={url} alt={artifact.name} />}
    </QueryResult>
  );
}

/** Returns an address of the blob, which is released with the component. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}

function TextPreview({ artifact }: { artifact: Artifact }) {
  const { t, i18n } = useTranslation('artifacts');
  const query = useQuery(artifactQueries.text(artifact));
  const isCut = artifact.size > previewTextBytes;
  return (
    <QueryResult query={query} rows={2}>
      {(text) => (
        <>
          {/\.csv$/i.test(artifact.name) ? (
            <CsvPreview text={text} name={artifact.name} />
          ) : (
            <pre className={classes.text} tabIndex={0} role="group" aria-label={artifact.name} translate="no">
              {toShownText(artifact, text)}
            </pre>
          )}
          {isCut && (
            <Text size="sm" c="dimmed">
              {t('cut', { size: formatBytes(previewTextBytes, i18n.language) })}
            </Text>
          )}
        </>
      )}
    </QueryResult>
  );
}

/** Indents JSON. Control characters of binary files are shown as dots. */
function toShownText({ name }: Artifact, text: string): string {
  if (/\.json$/i.test(name)) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // Not JSON, or only its beginning.
    }
  }
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '·');
}

function CsvPreview({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation('artifacts');
  const [head = [], ...rows] = parseCsv(text, maxRows + 2);
  return (
    <>
      <div className={classes.table} tabIndex={0} role="group" aria-label={name} translate="no">
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index}>{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > maxRows && (
        <Text size="sm" c="dimmed">
          {t('firstRows', { count: maxRows })}
        </Text>
      )}
    </>
  );
}
