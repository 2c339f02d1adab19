/** Path of the licences of all software by others that the interface contains; the build writes it. */
export const licenceListPath = "/third-party-licences.txt";
