import { createContext, useContext, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './markdown.module.css';

const InsideLink = createContext(false);

/**
 * Renders untrusted Markdown: HTML stays text, only web and mail URLs become links, and images become links, so that
 * opening a text sends no request that reveals it was read.
 */
export function Markdown({ text }: { text: string }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        remarkRehypeOptions={{ clobberPrefix: `${id}-`, footnoteLabel: t('markdown.footnotes') }}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** All headings of the text have level 3, one below the heading of the element that contains the text. */
const heading = (level: number) =>
  function Heading({ children }: { children?: ReactNode }) {
    return <h3 data-level={level}>{children}</h3>;
  };

const components: Components = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(4),
  h6: heading(4),
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
  pre: ({ children }) => (
    <pre tabIndex={0} role="group">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className={classes.scroller} tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

function ExternalLink({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      <InsideLink value>{children}</InsideLink>
    </a>
  );
}

function ImageLink({ src, alt }: { src?: string; alt?: string }) {
  const { t } = useTranslation();
  const isInsideLink = useContext(InsideLink);
  const text = alt || t('markdown.image');
  return isInsideLink ? text : <ExternalLink href={src}>{text}</ExternalLink>;
}
