import { readNames, rename } from './names';

describe('readNames', () => {
  it.each([
    ['spare-parts', 'spare-part'],
    ['batteries', 'battery'],
    ['boxes', 'box'],
    ['houses', 'house'],
  ])('takes %s for several, and %s for one', (plural, singular) => {
    expect(readNames(plural)).toEqual({ plural, singular });
  });

  it('accepts an irregular singular', () => {
    expect(readNames('statuses', 'status')).toEqual({ plural: 'statuses', singular: 'status' });
  });

  it.each(['', 'Spare-parts', 'spareParts', 'spare_parts', '-parts', 'parts/more', 'parts2'])(
    'refuses %p',
    (plural) => expect(() => readNames(plural)).toThrow('is not a name'),
  );

  it.each(['sheep', 'glass'])('asks what one of %p is', (plural) => {
    expect(() => readNames(plural)).toThrow('What is one of');
  });
});

describe('rename', () => {
  it('preserves the case and form of each word', () => {
    const names = readNames('idle-batteries');
    const forms = 'sample-records sampleRecord SampleRecords sample_records; Sample records, a sample record';
    expect(rename(forms, names)).toBe(
      'idle-batteries idleBattery IdleBatteries idle_batteries; Idle batteries, an idle battery',
    );
  });
});
