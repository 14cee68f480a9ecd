import { readReport } from './report.cjs';

const counts = (total: number) => ({ metadata: { vulnerabilities: { total } } });

describe('npm audit report', () => {
  it('is clean without vulnerabilities of high severity', () => {
    const vulnerabilities = { left: { name: 'left', range: '<2', severity: 'moderate' } };
    expect(readReport(JSON.stringify({ ...counts(1), vulnerabilities }))).toEqual({
      result: 'clean',
      text: 'Audited production dependencies: none of high severity, 1 lower.',
    });
  });

  it.each(['high', 'critical'])('names packages of severity %s', (severity) => {
    const vulnerabilities = { left: { name: 'left', range: '<2', severity } };
    expect(readReport(JSON.stringify({ ...counts(1), vulnerabilities }))).toEqual({
      result: 'vulnerable',
      text: `Production dependencies have known vulnerabilities: left <2 (${severity})`,
    });
  });

  it.each([
    ['', 'npm audit returned no report'],
    ['<html>', 'npm audit returned no report'],
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
  ])('is unknown if the registry answers %j', (output, reason) => {
    expect(readReport(output)).toEqual({
      result: 'unknown',
      text: `The dependencies were not audited: ${reason}`,
    });
  });
});
