import type { Devscript, Drover } from '@drover/sdk';
import { basename, extname, join } from 'node:path';
import { readLocalFile } from '../input/local-files';
import { createLocationMapper } from '../output/source-locations';
import { createTypesError, type ProjectFolder } from '../projects/project-folder';
import { getDeviceFileName, resolveDevscript } from './devscript-files';

/** What `drover dev` uploads at each save. */
export interface DevSource {
  /** How the user knows it. */
  title: string;
  /** The files that the user may change, as far as they are known. */
  files: string[];
  resolveDevscript(drover: Drover, script?: string): Promise<Devscript>;
  /** Uploads what has changed. Returns the files to watch from now on. */
  upload(drover: Drover, devscript: Devscript): Promise<string[]>;
  /** Replaces locations on the device in a log line. */
  createMapper(devscript: Devscript): (text: string) => string;
}

/** A file of code, and possibly a form configuration. */
export class PlainSource implements DevSource {
  readonly title: string;
  readonly files: string[];
  private uploaded: { code?: string; config?: string } = {};

  constructor(
    private readonly file: string,
    private readonly configFile?: string,
  ) {
    readLocalFile(file);
    this.files = configFile === undefined ? [file] : [file, configFile];
    this.title = this.files.join(', ');
  }

  resolveDevscript(drover: Drover, script?: string): Promise<Devscript> {
    const name = basename(this.file, extname(this.file));
    return resolveDevscript(drover, this.file, { reference: script, name });
  }

  async upload(drover: Drover, { _id }: Devscript): Promise<string[]> {
    const code = readLocalFile(this.file);
    const config = this.configFile === undefined ? undefined : readLocalFile(this.configFile);
    const files = {
      code: code === this.uploaded.code ? undefined : code,
      config: config === this.uploaded.config ? undefined : config,
    };
    if (files.code !== undefined || files.config !== undefined) {
      await drover.devscripts.uploadFiles(_id, files);
      this.uploaded = { code, config };
    }
    return this.files;
  }

  createMapper(devscript: Devscript): (text: string) => string {
    return createLocationMapper(getDeviceFileName(devscript), this.file);
  }
}

/** A project, which is built at each save. */
export class ProjectSource implements DevSource {
  readonly title: string;
  files: string[];
  private uploaded?: string;
  private check = new AbortController();

  constructor(
    private readonly project: ProjectFolder,
    private readonly isStrict: boolean,
  ) {
    this.title = project.folder;
    this.files = [join(project.folder, 'drover.json')];
  }

  async resolveDevscript(drover: Drover, script?: string): Promise<Devscript> {
    const name = await this.project.readName();
    return resolveDevscript(drover, this.project.folder, { reference: script, name });
  }

  async upload(drover: Drover, { _id }: Devscript): Promise<string[]> {
    const checked = this.checkTypes();
    const { project, watched } = await this.project.build();
    if (this.isStrict && !(await checked)) throw createTypesError();
    const text = JSON.stringify(project);
    if (text !== this.uploaded) await drover.devscripts.uploadProject(_id, project);
    this.uploaded = text;
    return watched;
  }

  /** The server has mapped them. */
  createMapper(): (text: string) => string {
    return (text) => text;
  }

  /** Checks the types while the project is built and runs. A newer save ends the check. */
  private async checkTypes(): Promise<boolean> {
    this.check.abort();
    this.check = new AbortController();
    const { signal } = this.check;
    try {
      return await this.project.checkTypes(signal);
    } catch (error) {
      if (signal.aborted) return true;
      throw error;
    }
  }
}
