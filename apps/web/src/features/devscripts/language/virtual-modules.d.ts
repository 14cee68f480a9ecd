declare module 'virtual:script-type-files' {
  const files: Record<string, string>;
  export default files;
}
