// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Unpacks bundles with Java's two readers: by the directory at the end, and as a stream from the
 * front. Run as `java Unzip.java`; each line of standard input: `file` or `stream`, a tab, the
 * bundle, a tab, the folder. Says `ok` or the exception, one line each.
 */
class Unzip {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\t");
            try {
                unpack(parts[0], Path.of(parts[1]), Path.of(parts[2]));
                System.out.println("ok");
            } catch (Exception error) {
                System.out.println(error.toString().replace('\n', ' '));
            }
        }
    }

    private static void unpack(String way, Path bundle, Path folder) throws Exception {
        if (way.equals("file")) {
            try (var archive = new ZipFile(bundle.toFile())) {
                for (var entry : archive.stream().toList()) {
                    write(archive.getInputStream(entry), folder.resolve(entry.getName()));
                }
            }
            return;
        }
        try (var archive = new ZipInputStream(Files.newInputStream(bundle))) {
            for (var entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                write(archive, folder.resolve(entry.getName()));
            }
        }
    }

    private static void write(InputStream content, Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Files.write(file, content.readAllBytes());
    }
}
